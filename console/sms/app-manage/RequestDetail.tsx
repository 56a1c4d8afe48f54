import type { AppDetail, LoggedRequest } from '#contract/apps/app.ts'
import { ingressNames, isEsme } from '#contract/apps/app-labels.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { pathTo } from '../../paths.ts'
import { CodeBlock } from './CodeBlock.tsx'

/** One request, with what helps to fix it. */
export function RequestDetail({ app, request, onClose }: { app: AppDetail; request: LoggedRequest; onClose: () => void }) {
  const { detail } = request
  const key = app.keys.find(one => one.accessKeyId === request.accessKeyId)
  return (
    <DetailDrawer
      onClose={onClose}
      title={request.action}
      actions={
        detail?.stringToSign ? (
          <LinkButton type="primary" to={pathTo('/sms/app-manage', { id: app.appId, tab: 'signature' })}>
            签名校验
          </LinkButton>
        ) : null
      }
    >
      <Facts
        facts={[
          ['时间', <Moment key="at" at={request.at} />],
          ['接口', ingressNames[request.ingress]],
          ['结果', request.isRefused ? `${request.message}（${request.code}）` : '成功'],
          ['HTTP状态', isEsme(request.ingress) ? null : request.httpStatus],
          ['耗时', `${request.elapsedMs}毫秒`],
          ['来源地址', request.address],
          ['密钥', request.accessKeyId ? `${request.accessKeyId}${key?.note ? `（${key.note}）` : ''}` : null],
          ['请求编号', <CopyableId key="id" id={request.requestId} most={40} />],
          ['IP白名单', detail?.isWatched ? '不在名单中；现在只记录，没有拒绝' : null],
        ]}
      />
      {detail?.fields && Object.keys(detail.fields).length > 0 ? (
        <Section title="有误的参数">
          <Facts facts={Object.entries(detail.fields)} />
        </Section>
      ) : null}
      {detail?.canonicalRequest ? <CodeBlock name="服务端的规范请求" code={detail.canonicalRequest} isPlain /> : null}
      {detail?.stringToSign ? <CodeBlock name="服务端的待签名字符串" code={detail.stringToSign} isPlain /> : null}
    </DetailDrawer>
  )
}
