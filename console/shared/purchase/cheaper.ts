import type { Choice, Product } from './product.ts'

interface Size {
  name: string
  count: number
  amountHao: number
}

/**
 * The cheapest way to buy at least as many of the same kind for no more money, and of these the largest; null: there is
 * none.
 */
export function cheaperSize({ groups }: Pick<Product, 'groups'>, { offer, line }: Pick<Choice, 'offer' | 'line'>): Size | null {
  if (!line) return null
  const same = groups.find(group => group.offers.includes(offer))?.offers ?? []
  const sizes = same.flatMap(({ name, tiers, segmentCount, priceHao }): Size[] =>
    tiers
      ? tiers.map(({ from, unitPriceHao }) => ({ name, count: from, amountHao: from * unitPriceHao }))
      : [{ name, count: segmentCount, amountHao: priceHao }],
  )
  const found = sizes.filter(one =>
    one.count > line.count ? one.amountHao <= line.amountHao : one.count === line.count && one.amountHao < line.amountHao,
  )
  return found.toSorted((a, b) => a.amountHao - b.amountHao || b.count - a.count)[0] ?? null
}
