import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124120124 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_picture" drop constraint if exists "pos_picture_url_hash_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_picture_url_connection_id_unique";`);

    this.addSql(`alter table if exists "pos_picture" add column if not exists "url_hash" text;`);
    this.addSql(`update "pos_picture" set "url_hash" = encode(sha256(convert_to("url", 'UTF8')), 'hex');`);
    this.addSql(`alter table if exists "pos_picture" alter column "url_hash" set not null;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_picture_url_hash_connection_id_unique" ON "pos_picture" ("url_hash", "connection_id") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_picture_url_hash_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_picture" drop column if exists "url_hash";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_picture_url_connection_id_unique" ON "pos_picture" ("url", "connection_id") WHERE deleted_at IS NULL;`);
  }

}
