import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Dialects, leases, budgets, claims: what several processes and the service as observed need. */
export class Migration20261122030300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_rate_budget" ("id" text not null, "full_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_rate_budget_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_rate_budget_deleted_at" ON "pos_rate_budget" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`create table if not exists "pos_duty" ("name" text not null, "begun_at" timestamptz not null, "scheduled_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_duty_pkey" primary key ("name"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_duty_deleted_at" ON "pos_duty" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`create table if not exists "pos_lease" ("name" text not null, "token" text not null, "ends_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_lease_pkey" primary key ("name"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_lease_deleted_at" ON "pos_lease" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`alter table if exists "pos_connection" add column if not exists "misunderstood" text null, add column if not exists "misunderstood_at" timestamptz null;`);
    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_state_check";`);
    this.addSql(`alter table if exists "pos_stock_movement" add column if not exists "looks" integer not null default 0;`);
    this.addSql(`alter table if exists "pos_stock_movement" add constraint "pos_stock_movement_state_check" check("state" in ('applied', 'sending', 'unknown', 'presumed-applied', 'presumed-lost', 'refused'));`);
    // A crash may have left two movements of a variant on their way; the earlier one is compared like any other.
    this.addSql(`update "pos_stock_movement" as earlier set "state" = 'presumed-applied' where "state" = 'sending' and exists (select 1 from "pos_stock_movement" as later where later."variant_link_id" = earlier."variant_link_id" and later."state" = 'sending' and (later."created_at", later."id") > (earlier."created_at", earlier."id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_stock_movement_open" ON "pos_stock_movement" ("variant_link_id") WHERE state IN ('sending', 'unknown') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_movement_presumed" ON "pos_stock_movement" ("variant_link_id") WHERE state IN ('presumed-applied', 'presumed-lost') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_dead" ON "pos_inbox_entry" ("connection_id", "aggregate") WHERE state = 'dead' AND deleted_at IS NULL;`);
    this.addSql(`alter table if exists "pos_receipt" add column if not exists "vat_by_rate" jsonb null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_pending" ON "pos_receipt" ("connection_id", "id") WHERE state = 'pending' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_without_vat" ON "pos_receipt" ("connection_id", "sold_at", "id") WHERE vat_by_rate IS NULL AND deleted_at IS NULL;`);
    // An invoice comes to the account only when it is paid by card; what is tapped or paid by a link always does.
    this.addSql(`update "pos_receipt_payment" set "settles" = false where "settles" and "type" like '%\\_INVOICE';`);
    this.addSql(`update "pos_receipt_payment" set "settles" = true where not "settles" and ("type" like '%\\_TAP\\_ON\\_PHONE' or "type" like '%\\_PAYMENT\\_LINK');`);
    this.addSql(`alter table if exists "pos_connection" add column if not exists "customer_status" text null, add column if not exists "credentials_expire_at" timestamptz null;`);
    this.addSql(`alter table if exists "pos_inbox_entry" add column if not exists "signed_digest" text null;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_signed" ON "pos_inbox_entry" ("connection_id", "signed_digest") WHERE signed_digest IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`alter table if exists "pos_gift_card" add column if not exists "claim_token" text null;`);
    this.addSql(`alter table if exists "pos_inbox_entry" add column if not exists "claim_token" text null;`);
    this.addSql(`alter table if exists "pos_variant_link" add column if not exists "stock_claim_token" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_gift_card" drop column if exists "claim_token";`);
    this.addSql(`alter table if exists "pos_inbox_entry" drop column if exists "claim_token";`);
    this.addSql(`alter table if exists "pos_variant_link" drop column if exists "stock_claim_token";`);
    this.addSql(`alter table if exists "pos_connection" drop column if exists "customer_status", drop column if exists "credentials_expire_at";`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_signed";`);
    this.addSql(`alter table if exists "pos_inbox_entry" drop column if exists "signed_digest";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_pending";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_without_vat";`);
    this.addSql(`alter table if exists "pos_receipt" drop column if exists "vat_by_rate";`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_dead";`);
    this.addSql(`update "pos_stock_movement" set "state" = 'applied' where "state" not in ('applied', 'sending');`);
    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_state_check";`);
    this.addSql(`drop index if exists "IDX_pos_stock_movement_open";`);
    this.addSql(`drop index if exists "IDX_pos_stock_movement_presumed";`);
    this.addSql(`alter table if exists "pos_stock_movement" drop column if exists "looks";`);
    this.addSql(`alter table if exists "pos_stock_movement" add constraint "pos_stock_movement_state_check" check("state" in ('applied', 'sending'));`);
    this.addSql(`alter table if exists "pos_connection" drop column if exists "misunderstood", drop column if exists "misunderstood_at";`);
    this.addSql(`drop table if exists "pos_duty" cascade;`);
    this.addSql(`drop table if exists "pos_lease" cascade;`);
    this.addSql(`drop table if exists "pos_rate_budget" cascade;`);
  }
}
