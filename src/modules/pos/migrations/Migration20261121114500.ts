import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121114500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_link" add column if not exists "source_fingerprint" text null;`)
    // The index of this name was made before run_only was a part of it, so that "if not exists" left it as it was.
    this.addSql(`DROP INDEX IF EXISTS "IDX_pos_product_link_due";`)
    this.addSql(
      `CREATE INDEX "IDX_pos_product_link_due" ON "pos_product_link" ("connection_id", "run_only", "id") WHERE revision > pushed_revision AND deleted_at IS NULL;`
    )
    // A link is written several times a push, its contents once: they stand apart, and a claim finds room on its page.
    this.addSql(`alter table "pos_product_link" alter column "accepted_content" set storage external;`)
    this.addSql(`alter table "pos_product_link" alter column "counter_content" set storage external;`)
    this.addSql(`alter table "pos_product_link" set (toast_tuple_target = 128, fillfactor = 70);`)
    // No query asks for it: it is an entry more to write with every row.
    this.addSql(`DROP INDEX IF EXISTS "IDX_pos_product_link_deleted_at";`)
    this.addSql(`DROP INDEX IF EXISTS "IDX_pos_variant_link_deleted_at";`)
  }

  override async down(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_deleted_at" ON "pos_variant_link" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_deleted_at" ON "pos_product_link" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(`alter table "pos_product_link" reset (toast_tuple_target, fillfactor);`)
    this.addSql(`alter table "pos_product_link" alter column "counter_content" set storage extended;`)
    this.addSql(`alter table "pos_product_link" alter column "accepted_content" set storage extended;`)
    this.addSql(`DROP INDEX IF EXISTS "IDX_pos_product_link_due";`)
    this.addSql(
      `CREATE INDEX "IDX_pos_product_link_due" ON "pos_product_link" ("connection_id", "id") WHERE revision > pushed_revision AND deleted_at IS NULL;`
    )
    this.addSql(`alter table if exists "pos_product_link" drop column if exists "source_fingerprint";`)
  }
}
