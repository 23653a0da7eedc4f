import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122074552 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_announcement" ("id" text not null, "events" jsonb not null, "claimed_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_announcement_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_announcement_deleted_at" ON "pos_announcement" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_duty" add column if not exists "alone_since" timestamptz null;`);

    // Events of mirrored orders were order.placed alone, or none.
    this.addSql(`update "pos_connection" set "mirror_settings" = ("mirror_settings" - 'order_placed') || jsonb_build_object('order_events', case when "mirror_settings"->>'order_placed' = 'true' then 'all' else 'all-but-placed' end) where "mirror_settings"->'order_placed' is not null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_announcement" cascade;`);

    this.addSql(`update "pos_connection" set "mirror_settings" = ("mirror_settings" - 'order_events') || jsonb_build_object('order_placed', "mirror_settings"->>'order_events' = 'all') where "mirror_settings"->'order_events' is not null;`);

    this.addSql(`alter table if exists "pos_duty" drop column if exists "alone_since";`);
  }

}
