import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261123124211 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_moved";`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_products";`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_found";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_oldest_moved" ON "pos_inbox_entry" ("connection_id", "created_at", "sequence") WHERE state = 'pending' AND source = 'webhook' AND aggregate NOT LIKE 'product:%' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_oldest_products" ON "pos_inbox_entry" ("connection_id", "created_at", "sequence") WHERE state = 'pending' AND source = 'webhook' AND aggregate LIKE 'product:%' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_oldest_found" ON "pos_inbox_entry" ("connection_id", "created_at", "sequence") WHERE state = 'pending' AND source = 'poll' AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_oldest_moved";`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_oldest_products";`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_oldest_found";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_moved" ON "pos_inbox_entry" ("connection_id", "sequence") WHERE state = 'pending' AND source = 'webhook' AND aggregate NOT LIKE 'product:%' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_products" ON "pos_inbox_entry" ("connection_id", "sequence") WHERE state = 'pending' AND source = 'webhook' AND aggregate LIKE 'product:%' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_found" ON "pos_inbox_entry" ("connection_id", "sequence") WHERE state = 'pending' AND source = 'poll' AND deleted_at IS NULL;`);
  }

}
