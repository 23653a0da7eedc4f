/** The resource that the plugin's policies name in Medusa's roles. */
export const POLICY_RESOURCE = "pos"

/**
 * Rights of a user in the plugin, each a policy of Medusa's roles: `pos:view`, `pos:operate`, `pos:finance` and
 * `pos:manage`. None includes another.
 */
export const PERMISSIONS = ["view", "operate", "finance", "manage"] as const

export type Permission = (typeof PERMISSIONS)[number]

/** Name and description of each policy, as Medusa's admin lists them under Settings, Policies. */
export const POLICIES: Record<Permission, { name: string; description: string }> = {
  view: {
    name: "PosView",
    description: "View products, stock, sales, events and issues of the point of sale",
  },
  operate: {
    name: "PosOperate",
    description: "Push, retry, replay, resolve and link records of the point of sale",
  },
  finance: {
    name: "PosFinance",
    description: "View payouts, accounting, reports, gift card codes and cashiers' names of the point of sale",
  },
  manage: {
    name: "PosManage",
    description: "Connect and disconnect the point of sale, change its keys and settings, and erase personal data",
  },
}

/** The key of a right's policy: `pos:view`. */
export const getPolicyKey = (permission: Permission): string => `${POLICY_RESOURCE}:${permission}`
