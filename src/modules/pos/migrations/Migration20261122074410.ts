import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122074410 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_gift_card" add column if not exists "claim_token" text null;`);

    this.addSql(`alter table if exists "pos_inbox_entry" add column if not exists "claim_token" text null;`);

    this.addSql(`alter table if exists "pos_variant_link" add column if not exists "stock_claim_token" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_gift_card" drop column if exists "claim_token";`);

    this.addSql(`alter table if exists "pos_inbox_entry" drop column if exists "claim_token";`);

    this.addSql(`alter table if exists "pos_variant_link" drop column if exists "stock_claim_token";`);
  }

}
