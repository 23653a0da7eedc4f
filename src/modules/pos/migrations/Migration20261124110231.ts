import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124110231 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_inbox_entry" add column if not exists "postponements" integer not null default 0;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_inbox_entry" drop column if exists "postponements";`);
  }

}
