import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261125154329 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_variant_link_tracked";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_comparable" ON "pos_variant_link" ("connection_id", "id") WHERE (tracked OR stock_off) AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_variant_link_comparable";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_tracked" ON "pos_variant_link" ("connection_id", "id") WHERE tracked AND deleted_at IS NULL;`);
  }

}
