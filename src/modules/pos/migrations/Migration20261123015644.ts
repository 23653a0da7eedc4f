import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261123015644 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_product_link_settled";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_in_state" ON "pos_product_link" ("connection_id", "state", "product_id") WHERE revision = pushed_revision AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_product_link_in_state";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_settled" ON "pos_product_link" ("connection_id", "state", "product_id") WHERE revision = pushed_revision;`);
  }

}
