import style from './Agreement.module.css'

/** The terms for account holders, in plain words. */
export function Agreement() {
  return (
    <details className={style.agreement}>
      <summary>使用约定</summary>
      <ol>
        <li>短信的内容由您负责，须真实、合法，不得用于欺诈、赌博等违法用途。</li>
        <li>推广短信只发给同意接收的人，并尊重退订；验证码和通知不夹带推广内容。</li>
        <li>实名认证后才能发送，签名和模板须经审核。</li>
        <li>手机号、密码和访问密钥由您保管；发现被他人使用，请立即修改密码。</li>
        <li>违反以上约定的账户会被冻结。</li>
      </ol>
    </details>
  )
}
