{{/* The secrets that a role has as files: folder to secret. Takes root, role. */}}
{{- define "transledger.secretFolders" -}}
{{- $secrets := .root.Values.secrets -}}
{{- $folders := dict -}}
{{- if ne .role "inference" -}}
{{- $folders = dict "kafka-ca" $secrets.kafkaCa.existingSecret -}}
{{- end -}}
{{- if has .role (list "api" "worker") -}}
{{- $folders = merge $folders (dict "triton-ca" $secrets.tritonCa.existingSecret "triton-client" $secrets.tritonClient.existingSecret) -}}
{{- end -}}
{{- toYaml $folders -}}
{{- end -}}

{{- define "transledger.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .root.Values.scratch.tmpSizeLimit }}
- name: data
  {{- if and .root.Values.documents.existingClaim (ne .role "inference") }}
  persistentVolumeClaim:
    claimName: {{ .root.Values.documents.existingClaim }}
  {{- else }}
  emptyDir:
    sizeLimit: {{ .root.Values.scratch.dataSizeLimit }}
  {{- end }}
{{- range $folder, $secret := include "transledger.secretFolders" . | fromYaml }}
{{- if $secret }}
- name: {{ $folder }}
  secret:
    secretName: {{ $secret }}
    defaultMode: 0440
{{- end }}
{{- end }}
{{- with .root.Values.trustedCertificates.existingConfigMap }}
- name: trusted
  configMap:
    name: {{ . }}
{{- end }}
{{- with (index .root.Values .role).extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "transledger.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /var/lib/transledger
{{- if eq .role "inference" }}
- name: models
  mountPath: /var/lib/models
{{- end }}
{{- range $folder, $secret := include "transledger.secretFolders" . | fromYaml }}
{{- if $secret }}
- name: {{ $folder }}
  mountPath: /etc/transledger/{{ $folder }}
  readOnly: true
{{- end }}
{{- end }}
{{- if .root.Values.trustedCertificates.existingConfigMap }}
- name: trusted
  mountPath: /etc/transledger/trusted
  readOnly: true
{{- end }}
{{- with (index .root.Values .role).extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}
