import { Alert, Button, Checkbox } from 'antd'
import { Link } from 'react-router'
import { PageLink, useReachable } from '#console/shared/PageLink.tsx'
import { wholeFen } from '#console/shared/top-up/cover.ts'
import { useTopUp } from '#console/shared/top-up/top-up.ts'
import type { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkProblemName } from '#contract/links/link-problem.ts'
import type { UploadReport } from '#contract/recipients/upload.ts'
import { terms } from '#contract/terms.ts'
import { Segments, thousands } from '#ui/display/Count.tsx'
import { Money, UnitPrice } from '#ui/display/Money.tsx'
import { senderRegistrationStateTags } from '#ui/labels/sender-registration.ts'
import layout from '#ui/theme/layout.module.css'
import { formatYuan } from '#values/money.ts'
import { carrierNames } from '#values/phone.ts'
import { useMay } from '../../session.ts'
import { leftOutReasons } from '../../shared/labels/recipients.ts'
import style from './Broadcast.module.css'
import { type BroadcastForm, isOverDay, recipientsText, unregisteredCount } from './form.ts'
import { isByMoney, lackHao } from './lack.ts'

export type Cost = CallAnswerWire<typeof broadcastCalls.preview>

/** ④ Cost line by line as it will be booked, the remainder, and risks before payment. */
export function CostStep({ form, cost }: { form: BroadcastForm; cost: Cost }) {
  return (
    <div className={`${layout.stack16} ${style.stack}`}>
      {form.report ? <LeftOut report={form.report} repeats={form.repeats} consent={form.consent} /> : null}
      <CostTable cost={cost} />
      <p className={style.note}>发送时先冻结，送达才扣除；失败、被拦截、取消或72小时没有回执的，如数退回。</p>
      {isOverDay(cost) ? <OverDay room={cost.dailyRoom!} /> : cost.missingSegments > 0 ? <Missing cost={cost} /> : null}
      {cost.link ? <LinkCost link={cost.link} /> : null}
      {cost.unregistered.length > 0 ? <UnregisteredWarning cost={cost} form={form} /> : null}
    </div>
  )
}

/** How many are sent to, and why the others are skipped. */
function LeftOut({ report, repeats, consent }: Pick<BroadcastForm, 'repeats' | 'consent'> & { report: UploadReport }) {
  const leftOut = leftOutReasons(report, { repeats, consent }).filter(({ count }) => count > 0)
  return (
    <p className={layout.flush}>
      共 {thousands(report.rowCount)} 行，发送 <b>{recipientsText({ report, repeats }, report.validCount)}</b>
      {repeats === 'all' && report.repeatCount > 0 ? `，其中 ${thousands(report.repeatCount)} 行与前面同号、内容不同，也会发送` : ''}
      {leftOut.length > 0 ? `；${leftOut.map(({ label, count }) => `${label} ${thousands(count)}`).join('、')}，不发送也不计费` : ''}
    </p>
  )
}

function CostTable({ cost }: { cost: Cost }) {
  return (
    <table className={`${layout.table} ${style.lines}`}>
      <caption className="hy-hidden">费用明细</caption>
      <thead>
        <tr>
          <th scope="col">从哪里扣</th>
          <th scope="col">{terms.segments}</th>
          <th scope="col">单价</th>
          <th scope="col">金额</th>
          <th scope="col">扣后剩余</th>
        </tr>
      </thead>
      <tbody>
        {cost.lines.map((line, index) => (
          // Two packages may have the same name: their order distinguishes them.
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity, and their order is the plan.
          <tr key={index}>
            <td>{line.name}</td>
            <td>
              <Segments count={line.segmentCount} />
            </td>
            <td>{line.isMoney ? <UnitPrice hao={line.unitPriceHao} /> : '套餐内'}</td>
            <td>{line.isMoney ? <Money hao={line.amountHao} /> : '–'}</td>
            <td>{line.isMoney ? <Money hao={line.remaining} /> : <Segments count={line.remaining} />}</td>
          </tr>
        ))}
        {cost.missingSegments > 0 ? (
          <tr data-missing>
            <td>不够付的</td>
            <td>
              <Segments count={cost.missingSegments} />
            </td>
            <td>
              <UnitPrice hao={cost.unitPriceHao} />
            </td>
            <td>
              <Money hao={cost.missingHao} />
            </td>
            <td>–</td>
          </tr>
        ) : null}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合计</th>
          <td>
            <Segments count={cost.segmentCount} />
          </td>
          <td />
          <td>
            <Money hao={cost.amountHao + cost.missingHao} />
          </td>
          <td />
        </tr>
        {cost.missingSegments > 0 ? (
          <>
            {isByMoney(cost) ? <SumRow name="能付" hao={cost.usableHao} /> : null}
            <SumRow name="还差" hao={lackHao(cost)} isShort />
          </>
        ) : null}
      </tfoot>
    </table>
  )
}

const SumRow = ({ name, hao, isShort = false }: { name: string; hao: number; isShort?: boolean }) => (
  <tr data-missing={isShort || undefined}>
    <th scope="row">{name}</th>
    <td />
    <td />
    <td>
      <Money hao={hao} />
    </td>
    <td />
  </tr>
)

/** The cost of each number's link, and what prevents sending it. */
function LinkCost({ link }: { link: NonNullable<Cost['link']> }) {
  const mayPay = useMay('finance.write')
  const { open } = useTopUp()
  const { problem, unitCount, freeUnits, shortUrl, target } = link
  if (problem)
    return (
      <Alert
        type={problem === 'reviewing' ? 'warning' : 'error'}
        showIcon
        title={`短链${linkProblemName(problem)}，现在不能发送`}
        description={
          problem === 'reviewing'
            ? `${target} 还在审核，通过后这里自动更新；已填写的内容会保存在草稿里。`
            : '请回到号码步骤，重新对应列并换一个短链。'
        }
      />
    )
  if (unitCount > freeUnits)
    return (
      <Alert
        type="error"
        showIcon
        title={`短链套餐还差 ${thousands(unitCount - freeUnits)} 个单位`}
        description={
          <>
            每个号码的短链地址不同，各用1个单位，共需 {thousands(unitCount)} 个，现有 {thousands(freeUnits)} 个。
            {mayPay ? (
              <div className={`${layout.above12} ${layout.row}`}>
                <Button type="primary" size="large" onClick={() => open('link')}>
                  补足 {thousands(unitCount - freeUnits)} 个单位
                </Button>
              </div>
            ) : (
              payerText
            )}
          </>
        }
      />
    )
  return (
    <p className={style.note}>
      短链 <span className={layout.anywhere}>{shortUrl}</span>：每个号码一个地址，从短链套餐用 {thousands(unitCount)} 个单位，用后剩余{' '}
      {thousands(freeUnits - unitCount)} 个；没有发出的退回。
    </p>
  )
}

/**
 * Carriers without a registration of the signature: the member must confirm the number of messages that are likely to
 * be blocked.
 */
function UnregisteredWarning({ cost, form }: { cost: Cost; form: BroadcastForm }) {
  const count = unregisteredCount(cost)
  const { uploadId } = form.draft
  return (
    <section className={layout.stack12} aria-label="签名报备">
      <Alert
        type="warning"
        showIcon
        title={`${recipientsText(form, count)}的运营商还没有完成这个签名的报备，短信很可能被拦截`}
        description={
          <>
            <ul className={style.unregisteredList}>
              {cost.unregistered.map(({ carrier, state, recipientCount }) => (
                <li key={carrier}>
                  {carrierNames[carrier]}：{senderRegistrationStateTags[state].name}，{recipientsText(form, recipientCount)}
                </li>
              ))}
            </ul>
            被拦截的短信不收费，但收件人收不到。报备进度在
            <Link className={style.link} to="/sms/signature">
              短信签名
            </Link>
            查看。
          </>
        }
      />
      <Checkbox
        checked={form.agreedCount >= count}
        onChange={event => form.change({ agreed: uploadId ? { uploadId, count: event.target.checked ? count : 0 } : null })}
      >
        我已了解，这 {recipientsText(form, count)}仍然发送
      </Checkbox>
    </section>
  )
}

/** Said before anything is paid for. */
const OverDay = ({ room: { limit, left } }: { room: NonNullable<Cost['dailyRoom']> }) => (
  <Alert
    type="error"
    showIcon
    title={`个人认证的账户每天最多发送 ${thousands(limit)} 条，今天还可以发送 ${thousands(left)} 条`}
    description={
      <>
        请减少号码，分几天发送；
        <PageLink to="/system/uaccount/attestation" query={{ edit: 'yes' }}>
          升级为企业认证
        </PageLink>
        后没有这一限制。
      </>
    }
  />
)

const payerText = '请联系有“购买与充值”权限的成员补足，已填写的内容都还在。'

const missingTexts = {
  balance: '套餐余量和余额还差',
  stop: '您选择了套餐用尽后停发，套餐还差',
  cap: '达到您设置的消费上限，超出',
  arrears: '账户欠费，按条付费已停止，充值先归还欠费，还差',
} as const

/** What is missing, paid in place: the cost is computed anew, and the step goes on. */
function Missing({ cost }: { cost: Cost }) {
  const isReachable = useReachable()
  const mayPay = useMay('finance.write')
  const { open } = useTopUp()
  const barrier = cost.barrier ?? 'balance'
  const amountHao = lackHao(cost)
  return (
    <Alert
      type="error"
      showIcon
      title={`${missingTexts[barrier]} ${formatYuan(amountHao)}（${thousands(cost.missingSegments)} 条）`}
      description={
        <>
          {mayPay ? '在这里补足就可以继续，不用离开这一步。' : payerText}
          <div className={`${layout.above12} ${layout.row}`}>
            {mayPay ? (
              <Button type="primary" size="large" onClick={() => open('sms')}>
                {isByMoney(cost) ? `补足 ${formatYuan(wholeFen(amountHao))}` : `购买套餐补足 ${thousands(cost.missingSegments)} 条`}
              </Button>
            ) : null}
            {barrier === 'cap' && isReachable('/system/finance/overview') ? (
              <Link className={style.link} to="/system/finance/overview">
                提高消费上限
              </Link>
            ) : null}
            {barrier === 'stop' && isReachable('/sms/combo') ? (
              <Link className={style.link} to="/sms/combo">
                改为用尽后转余额
              </Link>
            ) : null}
          </div>
        </>
      }
    />
  )
}
