import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122032119 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_dead" ON "pos_inbox_entry" ("connection_id", "aggregate") WHERE state = 'dead' AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_dead";`);
  }

}
