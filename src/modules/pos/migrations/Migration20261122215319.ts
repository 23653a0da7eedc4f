import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122215319 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_sales_figure" ("id" text not null, "connection_id" text not null, "dimension" text check ("dimension" in ('hour', 'ware', 'category', 'cashier', 'payment', 'discount')) not null, "day" text not null, "key" text not null, "parent" text null, "label" text null, "variant" text null, "currency_code" text not null, "sales" integer not null, "refunds" integer not null, "quantity" numeric null, "gross" numeric null, "tax" numeric null, "discount" numeric null, "tips" numeric null, "raw_quantity" jsonb null, "raw_gross" jsonb null, "raw_tax" jsonb null, "raw_discount" jsonb null, "raw_tips" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_sales_figure_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_sales_figure_deleted_at" ON "pos_sales_figure" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_sales_figure_connection_id_dimension_day" ON "pos_sales_figure" ("connection_id", "dimension", "day") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_sales_mark" ("id" text not null, "connection_id" text not null, "sold_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_sales_mark_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_sales_mark_deleted_at" ON "pos_sales_mark" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_sales_mark_connection_id_sold_at" ON "pos_sales_mark" ("connection_id", "sold_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_connection" add column if not exists "sales_zone" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_sales_figure" cascade;`);

    this.addSql(`drop table if exists "pos_sales_mark" cascade;`);

    this.addSql(`alter table if exists "pos_connection" drop column if exists "sales_zone";`);
  }

}
