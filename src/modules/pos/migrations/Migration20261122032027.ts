import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122032027 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_state_check";`);

    this.addSql(`alter table if exists "pos_stock_movement" add column if not exists "looks" integer not null default 0;`);
    this.addSql(`alter table if exists "pos_stock_movement" add constraint "pos_stock_movement_state_check" check("state" in ('applied', 'sending', 'unknown', 'presumed-applied', 'presumed-lost', 'refused'));`);

    // A crash may have left two movements of a variant on their way; the earlier one is compared like any other.
    this.addSql(`update "pos_stock_movement" as earlier set "state" = 'presumed-applied' where "state" = 'sending' and exists (select 1 from "pos_stock_movement" as later where later."variant_link_id" = earlier."variant_link_id" and later."state" = 'sending' and (later."created_at", later."id") > (earlier."created_at", earlier."id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_stock_movement_open" ON "pos_stock_movement" ("variant_link_id") WHERE state IN ('sending', 'unknown') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_movement_presumed" ON "pos_stock_movement" ("variant_link_id") WHERE state IN ('presumed-applied', 'presumed-lost') AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`update "pos_stock_movement" set "state" = 'applied' where "state" not in ('applied', 'sending');`);
    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_state_check";`);

    this.addSql(`drop index if exists "IDX_pos_stock_movement_open";`);
    this.addSql(`drop index if exists "IDX_pos_stock_movement_presumed";`);
    this.addSql(`alter table if exists "pos_stock_movement" drop column if exists "looks";`);

    this.addSql(`alter table if exists "pos_stock_movement" add constraint "pos_stock_movement_state_check" check("state" in ('applied', 'sending'));`);
  }

}
