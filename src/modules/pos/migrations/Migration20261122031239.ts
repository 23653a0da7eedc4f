import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122031239 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_duty" ("name" text not null, "begun_at" timestamptz not null, "scheduled_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_duty_pkey" primary key ("name"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_duty_deleted_at" ON "pos_duty" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_lease" ("name" text not null, "token" text not null, "ends_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_lease_pkey" primary key ("name"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_lease_deleted_at" ON "pos_lease" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_duty" cascade;`);

    this.addSql(`drop table if exists "pos_lease" cascade;`);
  }

}
