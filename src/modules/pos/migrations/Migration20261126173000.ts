import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126173000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_discrepancy" add column if not exists "changes" jsonb null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_discrepancy" drop column if exists "changes";`);
  }

}
