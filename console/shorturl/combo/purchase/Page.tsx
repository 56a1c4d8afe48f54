import { Purchase } from '#console/shared/purchase/Purchase.tsx'
import { financeCalls } from '#contract/orders/finance.ts'
import { packageCalls } from '#contract/orders/package.ts'
import { useCall } from '#ui/call.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { saleUses } from '#ui/labels/orders.ts'
import { linkPackageAnswers } from '../link-package.ts'

/** 购买短链套餐: one package, its quantity, and payment. */
export function Page() {
  const prices = useCall(financeCalls.prices, {})
  const remains = useCall(packageCalls.remains, {})
  const failed = [prices, remains].find(query => query.error && !query.data)
  if (failed?.error) return <PageFailure page="购买短链套餐" query={failed} title="价格没能加载" />
  if (!prices.data) return <PageSkeleton />
  return (
    <Purchase
      product={{
        title: '购买短链套餐',
        home: '/shorturl/combo',
        homeName: '短链套餐',
        unit: '次',
        groups: [{ name: '短链', use: saleUses.link, offers: prices.data.linkPackages }],
        singleHao: null,
        order: '先到期的先用',
        taxRateBp: prices.data.taxRateBp.link,
        rules: [
          '创建一个短链接、给一个收件人专属短链、记录一次访问，各用 1 次；爬虫和预览不计次。',
          '次数用完后，短链接照常跳转，访问统计继续记录到套餐的 120%；之后只跳转、不统计，购买套餐后恢复。',
          '购买后立即生效，从购买时起计算有效期，到期未用完的次数作废。',
          '短链套餐不能用于短信。',
        ],
        availableHao: remains.data?.availableHao,
        bonusHao: remains.data?.bonusHao,
        onRefresh: () => void Promise.all([remains.refetch(), prices.refetch()]),
        invalidates: [...linkPackageAnswers, financeCalls.prices],
      }}
    />
  )
}
