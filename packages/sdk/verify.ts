export * from '@transledger/audit-proof';
