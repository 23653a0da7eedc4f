import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124110656 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_stock_difference" drop constraint if exists "pos_stock_difference_cause_check";`);

    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_state_check";`);

    this.addSql(`alter table if exists "pos_stock_difference" alter column "shop_level" type text using ("shop_level"::text);`);
    this.addSql(`alter table if exists "pos_stock_difference" alter column "shop_level" drop not null;`);
    this.addSql(`alter table if exists "pos_stock_difference" add constraint "pos_stock_difference_cause_check" check("cause" in ('first-contact', 'missed', 'unsent', 'unknown', 'uncounted'));`);

    this.addSql(`alter table if exists "pos_stock_movement" add constraint "pos_stock_movement_state_check" check("state" in ('applied', 'sending', 'unknown', 'presumed-applied', 'presumed-lost', 'refused', 'ended'));`);

    this.addSql(`alter table if exists "pos_variant_link" add column if not exists "tracking_enabled_by_us" boolean not null default false;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_stock_difference" drop constraint if exists "pos_stock_difference_cause_check";`);

    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_state_check";`);

    this.addSql(`alter table if exists "pos_stock_difference" alter column "shop_level" type text using ("shop_level"::text);`);
    this.addSql(`alter table if exists "pos_stock_difference" alter column "shop_level" set not null;`);
    this.addSql(`alter table if exists "pos_stock_difference" add constraint "pos_stock_difference_cause_check" check("cause" in ('first-contact', 'missed', 'unsent', 'unknown'));`);

    this.addSql(`alter table if exists "pos_stock_movement" add constraint "pos_stock_movement_state_check" check("state" in ('applied', 'sending', 'unknown', 'presumed-applied', 'presumed-lost', 'refused'));`);

    this.addSql(`alter table if exists "pos_variant_link" drop column if exists "tracking_enabled_by_us";`);
  }

}
