import { CheckOutlined } from '@ant-design/icons'
import { permissionNames, roles } from '#contract/identity/permission.ts'
import { Panel } from '#ui/display/Panel.tsx'
import layout from '#ui/theme/layout.module.css'
import { keysOf } from '#values/keys.ts'
import style from './Userinfo.module.css'

const roleNames = keysOf(roles)

/** The table of roles and permissions that the server itself uses. */
export function RoleTable() {
  return (
    <Panel title="角色与权限" note="服务器按这张表判断每一次操作。">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys from here. */}
      <section className={layout.scroll} aria-label="角色与权限表" tabIndex={0}>
        <table className={style.matrix}>
          <thead>
            <tr>
              <th scope="col" style={{ textAlign: 'left' }}>
                权限
              </th>
              {roleNames.map(role => (
                <th key={role} scope="col">
                  {roles[role].name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keysOf(permissionNames).map(permission => (
              <tr key={permission}>
                <th scope="row">{permissionNames[permission]}</th>
                {roleNames.map(role => (
                  <td key={role}>
                    {roles[role].may.some(one => one === permission) ? (
                      <CheckOutlined aria-label="有" style={{ color: 'var(--hy-blue)' }} />
                    ) : (
                      <span className={layout.note}>–</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
