import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121182403 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_part" drop constraint if exists "pos_product_part_product_uuid_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_product_link" drop constraint if exists "pos_product_link_product_uuid_connection_id_unique";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_retry" ON "pos_inbox_entry" ("connection_id", "next_attempt_at") WHERE state = 'pending' AND next_attempt_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_product_link_connection_id_product_uuid_unique";`);
    this.addSql(`drop index if exists "IDX_pos_product_link_forgotten";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_link_product_uuid_connection_id_unique" ON "pos_product_link" ("product_uuid", "connection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_deleted" ON "pos_product_link" ("product_uuid", "connection_id") WHERE deleted_at IS NOT NULL;`);

    this.addSql(`drop index if exists "IDX_pos_product_part_connection_id_product_uuid_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_part_product_uuid_connection_id_unique" ON "pos_product_part" ("product_uuid", "connection_id") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_retry";`);

    this.addSql(`drop index if exists "IDX_pos_product_link_product_uuid_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_product_link_deleted";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_link_connection_id_product_uuid_unique" ON "pos_product_link" ("connection_id", "product_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_forgotten" ON "pos_product_link" ("connection_id", "product_uuid") WHERE deleted_at IS NOT NULL;`);

    this.addSql(`drop index if exists "IDX_pos_product_part_product_uuid_connection_id_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_part_connection_id_product_uuid_unique" ON "pos_product_part" ("connection_id", "product_uuid") WHERE deleted_at IS NULL;`);
  }

}
