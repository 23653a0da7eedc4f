import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124141416 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_outage" ("address" text not null, "since" timestamptz not null, "reason" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_outage_pkey" primary key ("address"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_outage_deleted_at" ON "pos_outage" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_variant_link" add column if not exists "observed_level" text null, add column if not exists "observed_at" timestamptz null, add column if not exists "observed_balance" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_outage" cascade;`);

    this.addSql(`alter table if exists "pos_variant_link" drop column if exists "observed_level", drop column if exists "observed_at", drop column if exists "observed_balance";`);
  }

}
