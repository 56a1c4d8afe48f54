import { readWarning } from '#domain/billing/index.ts'
import { balancesOf, linkGrantsOf } from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { formatYuan } from '#values/money.ts'
import { type AlertRule, type EvaluationContext, type Finding, segmentsText } from './finding.ts'

const dayMs = 86_400_000

/**
 * The two levels of the balance, the remaining package units, and the end of both. Thresholds are those of 余额预警 in
 * 财务总览.
 */
export async function evaluateBalance({ tx, account, now }: EvaluationContext): Promise<Finding[]> {
  const warning = await readWarning(tx, account)
  if (!warning?.isOn) return []
  const { availableHao, creditLimitHao, grants } = await balancesOf(tx, account)
  const segments = grants.filter(one => one.startsAt <= now && one.expiresAt > now).reduce((sum, one) => sum + one.availableCount, 0)
  const { whenEmpty } = await tx.selectFrom('account').select('whenEmpty').where('accountId', '=', account).executeTakeFirstOrThrow()
  const isEmpty = segments <= 0 && (whenEmpty === 'stop' || availableHao + creditLimitHao <= 0)
  const isBelowSecond = warning.secondHao !== null && availableHao < warning.secondHao
  const level = (subject: 'first' | 'second', thresholdHao: number, isSuppressed: boolean): Finding => ({
    subject,
    appId: null,
    isOver: availableHao < thresholdHao,
    isRecovered: availableHao >= thresholdHao,
    isSuppressed,
    ...(subject === 'second' ? { severity: 'urgent' as const } : {}),
    title: `${subject === 'second' ? '余额严重不足' : '余额不足'}：可用${formatYuan(availableHao)}`,
    body: `可用余额${formatYuan(availableHao)}，低于您设置的${subject === 'second' ? '二级' : '一级'}阈值${formatYuan(thresholdHao)}。`,
    advice: '请及时充值，以免影响发送。',
    link: '/system/finance/recharge',
    valueText: formatYuan(availableHao),
    thresholdText: `低于${formatYuan(thresholdHao)}`,
  })
  const left = warning.segmentCount
  return [
    {
      subject: 'empty',
      appId: null,
      isOver: isEmpty,
      isRecovered: !isEmpty,
      severity: 'urgent',
      action: 'stopped',
      title: '余额与套餐已用尽，短信停发',
      body: `可用套餐${segmentsText(segments)}，可用余额${formatYuan(availableHao)}${whenEmpty === 'stop' ? '（您选择了套餐用尽后停发）' : ''}，新的短信会被拒绝。`,
      advice: '请充值或购买套餐，到账后立即恢复发送。',
      link: '/system/finance/recharge',
      valueText: `${formatYuan(availableHao)}，${segmentsText(segments)}`,
      thresholdText: '用尽',
    },
    level('first', warning.firstHao, isBelowSecond || isEmpty),
    ...(warning.secondHao === null ? [] : [level('second', warning.secondHao, isEmpty)]),
    ...(left === null
      ? []
      : [
          {
            subject: 'segment',
            appId: null,
            isOver: segments < left,
            isRecovered: segments >= left,
            isSuppressed: isEmpty,
            title: `短信套餐余量不足：还剩${segmentsText(segments)}`,
            body: `可用套餐还剩${segmentsText(segments)}，低于您设置的${segmentsText(left)}。`,
            advice: '请及时购买套餐，以免改为按条付费或停发。',
            link: '/sms/combo/purchase',
            valueText: segmentsText(segments),
            thresholdText: `低于${segmentsText(left)}`,
          },
        ]),
  ]
}

/** Packages of messages and links that expire within the chosen number of days with units left. */
export async function evaluatePackages(
  { tx, account, now }: EvaluationContext,
  { parameters }: AlertRule<'package_expiring'>,
): Promise<Finding[]> {
  const [{ grants }, links] = [await balancesOf(tx, account), await linkGrantsOf(tx, account)]
  const steps = [...parameters.days].sort((a, b) => a - b)
  return [...grants, ...links].flatMap(({ grantId, kind, name, availableCount, startsAt, expiresAt }) => {
    const daysLeft = Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs)
    const step = steps.find(days => daysLeft <= days)
    if (step === undefined || daysLeft <= 0 || startsAt > now || availableCount <= 0) return []
    const left = `${availableCount.toLocaleString('en-US')}${kind === 'link' ? '次' : '条'}`
    const when = daysLeft <= 1 ? '明天' : `${daysLeft}天后`
    return [
      {
        subject: `${grantId}:${step}`,
        appId: null,
        isOver: true,
        isRecovered: false,
        ...(step === 1 ? { severity: 'warning' as const } : {}),
        title: `套餐“${name}”${when}到期，还剩${left}`,
        body: `套餐“${name}”还剩${left}，${chinaDay(expiresAt)}到期后不能再用，也不退费。`,
        advice: '请尽快使用或续购。',
        link: kind === 'link' ? '/shorturl/combo' : '/sms/combo',
        valueText: `${daysLeft}天，${left}`,
        thresholdText: `到期前${step}天`,
      },
    ]
  })
}
