import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127135000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" add column if not exists "merchant_details" jsonb null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" drop column if exists "merchant_details";`);
  }

}
