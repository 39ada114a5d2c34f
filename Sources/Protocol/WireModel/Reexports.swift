// Documents are words of the wire: who reads bodies reads them.
@_exported public import DocumentModel
