import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121110000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_authorization" ("id" text not null, "state_hash" text not null, "actor_id" text not null, "connection_id" text null, "redirect_url" text not null, "code_verifier_sealed" text null, "refresh_token_sealed" text null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_authorization_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_authorization_deleted_at" ON "pos_authorization" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_authorization_state_hash_unique" ON "pos_authorization" ("state_hash") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_connection" add column if not exists "authorization_id" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_authorization" cascade;`);

    this.addSql(`alter table if exists "pos_connection" drop column if exists "authorization_id";`);
  }

}
