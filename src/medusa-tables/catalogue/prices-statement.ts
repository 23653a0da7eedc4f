/** Price lists that count today: those of the region, as Medusa's calculatePrices finds them, and the one chosen. */
export const LISTS = `
  SELECT list.id, list.type, list.id = ? AS is_chosen, list.rules_count FROM price_list AS list
  WHERE list.deleted_at IS NULL AND (list.id = ? OR (
    list.status = 'active' AND (? OR list.type <> 'sale')
    AND (list.starts_at IS NULL OR list.starts_at <= now()) AND (list.ends_at IS NULL OR list.ends_at >= now())
    AND (list.rules_count = 0 OR list.rules_count = (
      SELECT count(*) FROM price_list_rule AS rule
      WHERE rule.price_list_id = list.id AND rule.deleted_at IS NULL
        AND rule.attribute = 'region_id' AND rule.value @> to_jsonb(?::text)))))`

/** IS TRUE keeps PostgreSQL from taking the currency, which all prices have, for the better key. */
export const PRICES_OF_SETS = `
  SELECT id, price_set_id, amount, price_list_id, rules_count FROM price
  WHERE price_set_id = ANY(ARRAY(SELECT price_set_id FROM priced)) AND (currency_code = ?) IS TRUE AND deleted_at IS NULL
    AND (min_quantity IS NULL OR min_quantity <= 1)`

/** Of each price set the best price without a list (2), with one (1), and of the chosen list (0). */
export const BEST_PRICES = `
  SELECT DISTINCT ON (priced.variant_id, source.kind)
    priced.variant_id, source.kind, price.amount, list.type, rule.is_regional, price.id AS price_id, price.price_list_id
  FROM priced
  JOIN prices_of_sets AS price ON price.price_set_id = priced.price_set_id
  LEFT JOIN lists AS list ON list.id = price.price_list_id
  CROSS JOIN LATERAL (SELECT CASE WHEN price.price_list_id IS NULL THEN 2 WHEN list.is_chosen THEN 0 ELSE 1 END) AS source(kind)
  CROSS JOIN LATERAL (SELECT count(*) = price.rules_count AS matches, count(*) > 0 AS is_regional FROM price_rule
    WHERE price.rules_count > 0 AND price_rule.price_id = price.id AND price_rule.deleted_at IS NULL
      AND price_rule.attribute = 'region_id' AND price_rule.value = ?) AS rule
  WHERE (price.price_list_id IS NULL OR list.id IS NOT NULL) AND rule.matches
  ORDER BY priced.variant_id, source.kind, price.rules_count + coalesce(list.rules_count, 0) DESC, price.amount`

/** With where each price comes from. The chosen list wins; an override list beats the base price; a sale wins when it is not dearer. */
export const PRICES = `
  SELECT best.variant_id, trim_scale(best.amount)::text AS amount,
    CASE WHEN best.is_regional AND preferences.region IS NOT NULL THEN preferences.region
         ELSE coalesce(preferences.currency, false) END AS includes_tax,
    json_build_object('kind', CASE WHEN best.kind = 0 THEN 'chosen-list' WHEN best.kind = 1 THEN 'other-list'
                                   WHEN best.is_regional THEN 'region' ELSE 'currency' END,
      'price_id', best.price_id, 'price_list_id', best.price_list_id) AS source
  FROM (
    SELECT DISTINCT ON (one.variant_id) one.*
    FROM best_prices AS one
    LEFT JOIN best_prices AS base ON base.variant_id = one.variant_id AND base.kind = 2
    WHERE one.kind IN (0, 2) OR one.type = 'override' OR base.amount IS NULL OR one.amount <= base.amount
    ORDER BY one.variant_id, one.kind) AS best
  CROSS JOIN (
    SELECT bool_or(is_tax_inclusive) FILTER (WHERE attribute = 'region_id' AND value = ?) AS region,
           bool_or(is_tax_inclusive) FILTER (WHERE attribute = 'currency_code' AND value = ?) AS currency
    FROM price_preference WHERE deleted_at IS NULL) AS preferences`
