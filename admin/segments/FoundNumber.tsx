import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Panel } from '#ui/display/Panel.tsx'
import layout from '#ui/theme/layout.module.css'
import { carrierNames } from '#values/phone.ts'
import type { Found } from './segment.ts'

/** The carrier of a whole number, and its source. */
export function FoundNumber({ phone, found }: { phone: string; found: Found }) {
  return (
    <div className={layout.above16}>
      <Panel title={`号码 ${phone}`}>
        <Facts
          facts={[
            fact('运营商', found.carrier ? carrierNames[found.carrier] : '不在任何号段中，会被拒绝'),
            fact('依据', found.portedTo ? '携号转网' : found.prefix ? `号段 ${found.prefix}` : '–'),
            fact('省份', found.province ?? '未知'),
          ]}
        />
      </Panel>
    </div>
  )
}
