/** What `pos-sandbox init` writes: every part once, with what it is for. @param schema where the JSON schema is */
export const commentedConfig = (schema: string) => `# yaml-language-server: $schema=${schema}
# What the sandbox begins with: pos-sandbox --config pos-sandbox.yaml
# Amounts are in minor units: 5490 is 54.90 SEK, 500 is 500 JPY.

port: 4700
# host: 127.0.0.1
# https: true                  # with a certificate of its own
# data: .pos-sandbox.data      # keep everything in this file; organisations below are opened when it is empty
# clock: "2026-03-01T08:00:00Z"

# Webhooks may go to plain HTTP on this machine, and pictures may be fetched from it.
allowLoopback: true

# spec: as the service is specified; field: as the running service was observed to answer.
dialect: spec

organizations:
  - name: Åsas Butik
    country: SE
    currency: SEK
    timeZone: Europe/Stockholm
    # taxationMode: EXCLUSIVE
    # scopes: [READ:PRODUCT, READ:PURCHASE]     # without: all

    goods:
      - name: Kaffe, mellanrost
        price: 5490
        sku: KAFFE
        vatPercentage: 12
        category: Skafferi
        stock: 40
      - name: Linneskjorta
        vatPercentage: 25
        variants:
          - { name: S, sku: LIN-S, price: 79900, stock: 3 }
          - { name: M, sku: LIN-M, price: 79900, stock: 5 }
      - name: Äpplen
        price: 3990
        unitName: kg
        sku: APPLE
        vatPercentage: 12

    # Made-up goods and receipts of the past, the same for the same seed.
    seed: { seed: 1, products: 20, purchases: 100, days: 90 }

    # Rung up when the sandbox starts.
    receipts:
      - items:
          - { sku: KAFFE, quantity: 2 }
          - { sku: APPLE, quantity: "0.350" }
        payment: cash

    # Told of everything that happens from then on, with no test message before.
    subscriptions: []
    #  - destination: http://localhost:9000/hooks/pos
    #    eventNames: [PurchaseCreated]           # without: all events
    #    signingKey: a-key-that-your-program-knows

# Rate limits by interface, answered 429.
budgets: {}
#  purchases: { requests: 100, seconds: 60 }

# What goes wrong from the start.
faults: []
#  - { kind: latency, interface: all, milliseconds: 200 }
#  - { kind: status, interface: purchases, status: 503, probability: 0.1 }
#  - { kind: duplicate, eventName: PurchaseCreated, copies: 2 }

# settings:
#   payloadForm: object
#   importSeconds: 5
`
