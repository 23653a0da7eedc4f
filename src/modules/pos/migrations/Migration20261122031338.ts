import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122031338 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" add column if not exists "misunderstood" text null, add column if not exists "misunderstood_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" drop column if exists "misunderstood", drop column if exists "misunderstood_at";`);
  }

}
