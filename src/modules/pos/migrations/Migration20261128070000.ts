import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261128070000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_held_change" add column if not exists "run_id" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_held_change" drop column if exists "run_id";`);
  }

}
