import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122075957 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_door_refusal" ("id" text not null, "notifications" integer not null, "since" timestamptz not null, "last_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_door_refusal_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_door_refusal_deleted_at" ON "pos_door_refusal" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_door_refusal" cascade;`);
  }

}
