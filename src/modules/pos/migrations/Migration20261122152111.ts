import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122152111 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_observation" drop constraint if exists "pos_observation_connection_id_subject_unique";`);
    this.addSql(`create table if not exists "pos_alarm" ("id" text not null, "connection_id" text not null, "kind" text not null, "count" integer not null, "reason" text null, "since" timestamptz not null, "raised_at" timestamptz not null, "ended_at" timestamptz null, "told_at" timestamptz null, "attempts" integer not null default 0, "next_attempt_at" timestamptz null, "claimed_until" timestamptz null, "failure" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_alarm_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_alarm_deleted_at" ON "pos_alarm" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_alarm_open" ON "pos_alarm" ("connection_id", "kind") WHERE ended_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_alarm_ended" ON "pos_alarm" ("ended_at") WHERE ended_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_money_difference" ("id" text not null, "connection_id" text not null, "kind" text not null, "subject" text not null, "cause" text not null, "expected" numeric not null, "found" numeric null, "expected_count" integer null, "found_count" integer null, "currency_code" text not null, "occurred_at" timestamptz not null, "receipt_id" text null, "order_id" text null, "state" text check ("state" in ('open', 'mended', 'ignored', 'gone')) not null default 'open', "failure" text null, "found_at" timestamptz not null, "seen_at" timestamptz not null, "resolved_at" timestamptz null, "raw_expected" jsonb not null, "raw_found" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_money_difference_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_money_difference_deleted_at" ON "pos_money_difference" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_money_difference_open" ON "pos_money_difference" ("connection_id", "kind", "subject") WHERE state = 'open' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_money_difference_ignored" ON "pos_money_difference" ("connection_id", "kind", "subject") WHERE state = 'ignored' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_money_difference_connection_id_state_found_at" ON "pos_money_difference" ("connection_id", "state", "found_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_observation" ("id" text not null, "connection_id" text not null, "subject" text not null, "mark" text not null, "since" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_observation_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_observation_deleted_at" ON "pos_observation" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_observation_connection_id_subject_unique" ON "pos_observation" ("connection_id", "subject") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_connection" add column if not exists "unheard" integer not null default 0, add column if not exists "unheard_since" timestamptz null;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_run_running" ON "pos_run" ("connection_id", "id") WHERE state = 'running' AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_error" ON "pos_variant_link" ("connection_id", "id") WHERE stock_error IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_alarm" cascade;`);

    this.addSql(`drop table if exists "pos_money_difference" cascade;`);

    this.addSql(`drop table if exists "pos_observation" cascade;`);

    this.addSql(`alter table if exists "pos_connection" drop column if exists "unheard", drop column if exists "unheard_since";`);

    this.addSql(`drop index if exists "IDX_pos_run_running";`);

    this.addSql(`drop index if exists "IDX_pos_variant_link_error";`);
  }

}
