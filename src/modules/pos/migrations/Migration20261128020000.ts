import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const TABLES = ["pos_hold", "pos_held_change", "pos_expected_change"];

export class Migration20261128020000 extends Migration {

  override async up(): Promise<void> {
    this.allow(`'removal', 'price', 'image', 'stock', 'removal_in_store', 'price_in_store'`);
  }

  override async down(): Promise<void> {
    for (const table of TABLES) {
      this.addSql(`delete from "${table}" where "change_group" in ('removal_in_store', 'price_in_store');`);
    }
    this.allow(`'removal', 'price', 'image', 'stock'`);
  }

  private allow(groups: string): void {
    for (const table of TABLES) {
      this.addSql(`alter table if exists "${table}" drop constraint if exists "${table}_change_group_check";`);
      this.addSql(`alter table if exists "${table}" add constraint "${table}_change_group_check" check("change_group" in (${groups}));`);
    }
  }

}
