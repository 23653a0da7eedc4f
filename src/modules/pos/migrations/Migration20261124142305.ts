import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124142305 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_receipt" add column if not exists "order_mapping_version" integer null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_receipt" drop column if exists "order_mapping_version";`);
  }

}
