import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121213608 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_variant_link" drop constraint if exists "pos_variant_link_variant_id_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_product_link_run_id";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_rejected" ON "pos_product_link" ("run_id") WHERE state = 'rejected' AND deleted_at IS NULL;`);

    // Room in each page, so that claiming a batch writes beside its rows and into none of their indexes.
    this.addSql(`alter table if exists "pos_product_link" set (fillfactor = 70);`);

    this.addSql(`drop index if exists "IDX_pos_variant_link_connection_id_variant_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_variant_link_variant_id";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_variant_link_variant_id_connection_id_unique" ON "pos_variant_link" ("variant_id", "connection_id") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_link" reset (fillfactor);`);

    this.addSql(`drop index if exists "IDX_pos_product_link_rejected";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_run_id" ON "pos_product_link" ("run_id") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_variant_link_variant_id_connection_id_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_variant_link_connection_id_variant_id_unique" ON "pos_variant_link" ("connection_id", "variant_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_variant_id" ON "pos_variant_link" ("variant_id") WHERE deleted_at IS NULL;`);
  }

}
