import type { AppDetail } from '#contract/apps/app.ts'
import { smppStatuses } from '#contract/apps/smpp-status.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import layout from '#ui/layout.module.css'
import { Panel } from '#ui/Panel.tsx'
import { BeforeSending } from '../../app-manage/BeforeSending.tsx'
import { CodeBlock } from '../../app-manage/CodeBlock.tsx'
import { kannelCommands, kannelConfiguration, type SmppFacts, sampleText } from './kannel.ts'
import { netSmppProgram } from './net-smpp.ts'
import style from './Smpp.module.css'

const rules: [string, string][] = [
  ['绑定', 'bind_transceiver、bind_transmitter、bind_receiver；可以同时有多条连接，状态报告和上行轮流从接收的连接下发'],
  [
    '内容',
    '以【签名】开头，后面与一个已通过的模板一致，变量填好；没有签名时用应用的默认签名。推广短信的“拒收请回复R”可以不写，发送时自动加上',
  ],
  ['编码', 'data_coding：0（GSM 7位）、1（ASCII）、3（Latin-1）、8（UCS-2，中文请用它）、15（GBK）'],
  ['长短信', 'UDH（esm_class 0x40）、sar_* 参数或message_payload，三种都可以；分段须在10分钟内到齐'],
  [
    '状态报告',
    'registered_delivery为1时都要，为2时只要失败的；文本是附录B的格式，并带receipted_message_id和message_state；编号与submit_sm_resp的相同，加上msg_就是其他接口中的短信编号',
  ],
  ['定时与有效期', 'schedule_delivery_time（30天内）和validity_period都有效；query_sm可查询，cancel_sm可取消还没发送的定时短信'],
]

const hex = (status: number) => `0x${status.toString(16).padStart(8, '0')}`

/** How to write a program: what it may send, a working configuration, and the meaning of our answers. */
export function Usage({ app, ...facts }: SmppFacts & { app: AppDetail }) {
  const text = sampleText(app.sample)
  const arrives =
    app.kind === 'test'
      ? '应答和状态报告与正式发送一样'
      : app.sample.unregisteredCarriers.length === 0
        ? '您的手机会收到短信'
        : '到没到达看状态报告'
  return (
    <>
      <Panel title="怎样发送">
        <dl className={style.rules}>
          {rules.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <h3 className={style.subtitle}>用Perl的Net::SMPP试发一条</h3>
        <div className={`${layout.stack16} ${layout.shrink}`}>
          <BeforeSending app={app} />
          {text === null ? null : (
            <>
              <p className={`${layout.flush} ${layout.soft}`}>
                保存为send.pl，用perl send.pl运行，{arrives}。Debian上用apt install libnet-smpp-perl安装。
              </p>
              <CodeBlock name="send.pl" code={netSmppProgram(facts, app.sample.phone, text)} />
              <p className={`${layout.flush} ${layout.soft}`}>
                别的SMPP程序可以直接发这条内容（data_coding用8）：
                <code>{text}</code>
                <CopyButton text={text} label="复制内容" />
              </p>
            </>
          )}
        </div>
        <h3 className={style.subtitle}>用Kannel试发一条</h3>
        <div className={`${layout.stack16} ${layout.shrink}`}>
          <p className={`${layout.flush} ${layout.soft}`}>
            把第一段保存为kannel.conf，再运行第二段，{arrives}；已有Kannel的只取group = smsc一段。Debian上用apt install kannel安装。
          </p>
          <CodeBlock name="kannel.conf" code={kannelConfiguration(facts)} isPlain />
          {text === null ? null : <CodeBlock name="send-kannel.sh" code={kannelCommands(app.sample.phone, text)} />}
        </div>
      </Panel>
      <Panel title="应答状态" note="被拒绝的提交在“应用管理”的请求日志里有原因。0x08、0x58、0x64可以稍后重发，其他重发也不会成功。">
        <dl className={style.statuses}>
          {Object.values(smppStatuses).map(({ status, meaning }) => (
            <div key={status}>
              <dt>
                <code>{hex(status)}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  )
}
