import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124113010 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_announcement" add column if not exists "claim_token" text null;`);

    this.addSql(`alter table if exists "pos_duty" add column if not exists "succeeded_at" timestamptz null, add column if not exists "done_until" timestamptz null, add column if not exists "failures" integer not null default 0, add column if not exists "next_attempt_at" timestamptz null, add column if not exists "failure" text null, add column if not exists "claimed_until" timestamptz null, add column if not exists "claim_token" text null;`);

    this.addSql(`alter table if exists "pos_subscription" add column if not exists "review_cause" text check ("review_cause" in ('lost', 'extended')) null, add column if not exists "review_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_announcement" drop column if exists "claim_token";`);

    this.addSql(`alter table if exists "pos_duty" drop column if exists "succeeded_at", drop column if exists "done_until", drop column if exists "failures", drop column if exists "next_attempt_at", drop column if exists "failure", drop column if exists "claimed_until", drop column if exists "claim_token";`);

    this.addSql(`alter table if exists "pos_subscription" drop column if exists "review_cause", drop column if exists "review_at";`);
  }

}
