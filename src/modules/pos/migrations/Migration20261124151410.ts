import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124151410 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_plan_entry" add column if not exists "further_uuids" jsonb null;`);

    this.addSql(`alter table if exists "pos_product_part" add column if not exists "counter_content" jsonb null, add column if not exists "counter_seen_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_plan_entry" drop column if exists "further_uuids";`);

    this.addSql(`alter table if exists "pos_product_part" drop column if exists "counter_content", drop column if exists "counter_seen_at";`);
  }

}
