import type { SignatureKind, SignaturePurpose } from './signature.ts'

/** Purposes of proof files. `note`: what it must show, beside its field. */
export const proofUses = {
  licence: { name: '营业执照或法人证书', note: '须在有效期内，名称与签名的主体一致' },
  trademark: { name: '商标注册证', note: '须为已注册，注册人与签名的主体一致' },
  senderRegistration: { name: 'ICP备案截图', note: '工信部备案查询页，主办单位与签名的主体一致' },
  app: { name: 'App软件著作权证书或应用商店后台截图', note: '须看得到应用名称和开发者' },
  channel: { name: '公众号或小程序后台截图', note: '须看得到名称、认证主体和账号' },
  shop: { name: '店铺后台截图', note: '须看得到店铺名称和经营主体' },
  authorization: { name: '授权委托书', note: '由授权方盖章，写明签名、用途和有效期，建议一年以上' },
  other: { name: '其他材料', note: '有助于说明签名归属的材料' },
} as const
export type ProofUse = keyof typeof proofUses

const byKind: Record<SignatureKind, ProofUse | null> = {
  // The account's own attestation proves it already.
  company: null,
  trademark: 'trademark',
  website: 'senderRegistration',
  app: 'app',
  channel: 'channel',
  shop: 'shop',
}

/** The files that a signature requires, by what it names and whose name it is. */
export function neededProofs(kind: SignatureKind, purpose: SignaturePurpose): ProofUse[] {
  const own = byKind[kind]
  const ofOthers: ProofUse[] = purpose === 'other' ? ['licence', 'authorization'] : []
  return own === null ? ofOthers : [own, ...ofOthers]
}

/** Names of the required files that are missing. */
export const missingProofs = (kind: SignatureKind, purpose: SignaturePurpose, uses: readonly ProofUse[]): string[] =>
  neededProofs(kind, purpose)
    .filter(use => !uses.includes(use))
    .map(use => proofUses[use].name)
