import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121152630 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_forgotten" ON "pos_product_link" ("connection_id", "product_uuid") WHERE deleted_at IS NOT NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_product_link_forgotten";`);
  }

}
