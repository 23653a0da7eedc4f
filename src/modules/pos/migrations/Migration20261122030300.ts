import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122030300 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_rate_budget" ("id" text not null, "full_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_rate_budget_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_rate_budget_deleted_at" ON "pos_rate_budget" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_rate_budget" cascade;`);
  }

}
