import { Purchase } from '#console/shared/purchase/Purchase.tsx'
import { financeCalls } from '#contract/orders/finance.ts'
import { packageCalls, packageKinds } from '#contract/orders/package.ts'
import { useCall } from '#ui/call.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { saleUses } from '#ui/labels/orders.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { useMe } from '../../../session.ts'
import { packageAnswers } from '../package.ts'
import { singleHao } from './offer.ts'

const kinds = ['industry', 'marketing', 'general'] as const

/** 购买短信套餐: one package, its quantity, and payment. */
export function Page() {
  const prices = useCall(financeCalls.prices, {})
  const remains = useCall(packageCalls.remains, {})
  const isAttested = useMe().data?.account.isAttested ?? true
  const failed = [prices, remains].find(query => query.error && !query.data)
  if (failed?.error) return <PageFailure page="购买短信套餐" query={failed} title="价格没能加载" />
  if (!prices.data) return <PageSkeleton />
  const { packages, unitPrices } = prices.data
  return (
    <Purchase
      product={{
        title: '购买短信套餐',
        home: '/sms/combo',
        homeName: '短信套餐',
        unit: '条',
        note: isAttested ? undefined : '账户还没有通过实名认证：可以购买，通过后才能发送短信。',
        groups: kinds.map(kind => ({
          name: packageKinds[kind],
          use: saleUses[kind],
          offers: packages.filter(offer => offer.kind === kind),
        })),
        singleHao: ({ packageId }) => singleHao(firstOrThrow(packages.filter(offer => offer.packageId === packageId)), unitPrices),
        order: '专用先于通用，同类先到期的先用',
        taxRateBp: prices.data.taxRateBp.sms,
        rules: [
          '购买后立即生效，从购买时起计算有效期，到期未用完的条数作废。',
          '行业、推广、通用三类分开使用，购买后不能转换。',
          '发送时先用套餐，没有套餐可用时才从余额按条扣除；送达才扣除。',
        ],
        availableHao: remains.data?.availableHao,
        bonusHao: remains.data?.bonusHao,
        onRefresh: () => void Promise.all([remains.refetch(), prices.refetch()]),
        invalidates: [...packageAnswers, financeCalls.prices],
      }}
    />
  )
}
