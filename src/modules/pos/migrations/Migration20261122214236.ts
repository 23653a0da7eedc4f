import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122214236 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_product_link_connection_id_state_id";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_connection_id_pushed_at_product_id" ON "pos_product_link" ("connection_id", "pushed_at", "product_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_settled" ON "pos_product_link" ("connection_id", "state", "product_id") WHERE revision = pushed_revision AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_product_link_connection_id_pushed_at_product_id";`);
    this.addSql(`drop index if exists "IDX_pos_product_link_settled";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_connection_id_state_id" ON "pos_product_link" ("connection_id", "state", "id") WHERE deleted_at IS NULL;`);
  }

}
