import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261123042922 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" add column if not exists "audited_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" drop column if exists "audited_at";`);
  }

}
