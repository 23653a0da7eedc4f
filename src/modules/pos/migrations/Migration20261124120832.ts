import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124120832 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_inbox_entry" drop constraint if exists "pos_inbox_entry_state_check";`);

    this.addSql(`alter table if exists "pos_inbox_entry" add constraint "pos_inbox_entry_state_check" check("state" in ('pending', 'done', 'ignored', 'dead', 'dismissed'));`);

    this.addSql(`drop index if exists "IDX_pos_inbox_entry_dead";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_dead" ON "pos_inbox_entry" ("connection_id", "aggregate") WHERE state IN ('dead', 'dismissed') AND deleted_at IS NULL;`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_ended";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_ended" ON "pos_inbox_entry" ("connection_id", "state", "sequence") WHERE state IN ('done', 'ignored', 'dismissed') AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_inbox_entry" drop constraint if exists "pos_inbox_entry_state_check";`);

    this.addSql(`alter table if exists "pos_inbox_entry" add constraint "pos_inbox_entry_state_check" check("state" in ('pending', 'done', 'ignored', 'dead'));`);

    this.addSql(`drop index if exists "IDX_pos_inbox_entry_dead";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_dead" ON "pos_inbox_entry" ("connection_id", "aggregate") WHERE state = 'dead' AND deleted_at IS NULL;`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_ended";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_ended" ON "pos_inbox_entry" ("connection_id", "state", "sequence") WHERE state IN ('done', 'ignored') AND deleted_at IS NULL;`);
  }

}
