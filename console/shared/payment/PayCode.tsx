import { QRCode } from 'antd'
import style from './Payment.module.css'

/** A payment's QR code: dark on light in both themes, as scanners need it. */
export function PayCode({ text }: { text: string }) {
  return (
    <div className={style.code}>
      <QRCode value={text} type="svg" size={200} color="#000000" bgColor="#ffffff" aria-label="微信支付二维码" role="img" />
    </div>
  )
}
